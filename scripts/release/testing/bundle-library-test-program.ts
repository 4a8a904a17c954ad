// Bundles a program in the same way as applications that use the libraries.
import { rolldown } from 'rolldown'

/** @returns the code, and the Node modules that it imports */
export async function bundleLibraryTestProgram(
  input: string,
  platform: 'browser' | 'node',
): Promise<{ code: string; builtins: string[] }> {
  const builtins: string[] = []
  const bundled = await rolldown({
    input,
    platform,
    external: (name) => name.startsWith('node:') && builtins.push(name) > 0,
    onLog: (_level, { message }) => {
      throw new Error(message)
    },
  })
  const { output } = await bundled.generate({ format: 'esm', codeSplitting: false })
  await bundled.close()
  return { code: output[0].code, builtins }
}
