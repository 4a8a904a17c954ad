// Texts that are searched for are compared by what a person takes for the same. Databases disagree about letters beyond ASCII, and so
// this is done here, and stored.

/** A text whatever its case, and whichever of several forms of the same letters it has (Unicode NFKC). */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC')
