/** A file of which nothing clean can be made: broken, locked, or another kind than it says. */
export class Unclean extends Error {}
