// Retry of a dynamic import: a part of a page that could not be had once can be had later. Browsers remember that a module failed and do
// not ask for it again (HTML §8.1.4, module map); under another query it is another module.

/**
 * @param load imports the part
 * @returns a function that imports it, and after a failure asks for it anew where the browser says what failed
 */
export function importAgain<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let failed: string | undefined
  let times = 0
  return async () => {
    try {
      return failed === undefined ? await load() : ((await import(/* @vite-ignore */ `${failed}?${++times}`)) as Part)
    } catch (error) {
      failed ??= /https?:\S+/.exec(String(error))?.[0]
      throw error
    }
  }
}
