// Texts that are searched for are compared by what a person takes for the same (case folding, Unicode normalisation). Databases disagree
// about letters beyond ASCII, and so this is done here, and stored.

/** A text whatever its case, and whichever of several forms of the same letters it has (Unicode NFKC). By way of upper case, so that "ß" is
 * "ss"; and a sigma is one at the end of a word as well. */
export const foldCase = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
