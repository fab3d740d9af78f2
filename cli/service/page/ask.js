// Asks the service, and says in a player's words why there is no answer.
// What an answer looks like is left to each game.

/** Why a question has no answer; the message is for a player. */
export class NoAnswer extends Error {
  constructor(message, { mayRepeat = true } = {}) {
    super(message);
    this.mayRepeat = mayRepeat;
  }
}

/** Return the answer to POST /v1/<game>/<question>; throws NoAnswer, or AbortError if stopped. */
export async function ask(question, request, signal) {
  let response;
  let text;
  try {
    response = await fetch(`/v1/${question.replace(".", "/")}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      signal,
    });
    text = await response.text();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new NoAnswer(
      "The kitchen does not answer. Is burger serve still running, and is this device still on its network?",
    );
  }
  const answer = read(text);
  if (!response.ok) throw refusal(response, answer ?? {});
  if (answer?.question !== question)
    throw new NoAnswer("What came back is no answer. Load the page again.");
  if (answer.status === "feasible" && answer.reached && (answer.value ?? null) === null) {
    throw new NoAnswer("Time was up before there was an answer. Ask again.");
  }
  return answer;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(response, told) {
  switch (response.status) {
    case 422:
      return new NoAnswer(unaccepted(told), { mayRepeat: false });
    case 413:
      return new NoAnswer("That is more than the kitchen takes at once. Ask for less.", {
        mayRepeat: false,
      });
    case 429:
    case 503:
      return new NoAnswer(`The kitchen is busy.${later(response)}`);
    case 408:
      return new NoAnswer("The question did not arrive in time. Ask again.");
    case 500:
      return new NoAnswer(
        "Something burnt in the kitchen. Ask again." +
          (told.id ? ` (If it goes on, its log has the number ${told.id}.)` : ""),
      );
    default:
      return new NoAnswer(`The kitchen said no: ${told.error ?? `error ${response.status}`}.`);
  }
}

function later(response) {
  const seconds = Number(response.headers.get("retry-after"));
  return seconds > 0
    ? ` Ask again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`
    : " Ask again in a moment.";
}

function unaccepted(told) {
  if (!told.what) return `That cannot be asked: ${told.error ?? "it was not understood"}.`;
  const place = told.where ? ` (${told.where})` : "";
  const wanted = told.expected ? ` Expected: ${told.expected}.` : "";
  return `That cannot be: ${told.what}${place}.${wanted}`;
}
