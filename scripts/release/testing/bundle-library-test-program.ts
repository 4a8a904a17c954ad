// Makes one file of a program, as applications that use the libraries do.
import { rolldown } from 'rolldown'

/**
 * Bundles a file into one.
 * @returns the code, and the parts of Node that are asked for in it
 */
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
