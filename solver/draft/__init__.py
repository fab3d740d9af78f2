"""BurgerDraft: exact scoring, proved best boards, the whole game and its hindsight."""
