// The id that a form offers for what is new, an application or a group (slug).

/** An id made from a name, for who has none in mind. */
export function suggestIdFromName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return plain.slice(0, 64).replace(/-+$/, '')
}
