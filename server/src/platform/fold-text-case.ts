/** Converting to uppercase first makes "ß" match "ss", and a final sigma match any sigma. */
export const foldCase = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
