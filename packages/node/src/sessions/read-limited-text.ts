/** @returns null if the body is longer; no more than that is kept in memory */
export async function readLimitedText({ body }: Request, maxBytes: number): Promise<string | null> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
