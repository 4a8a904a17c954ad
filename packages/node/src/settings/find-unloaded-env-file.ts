/** @returns the path of a file .env in the working directory that sets the variable, or null */
export function findUnloadedEnvFile(variable: string): string | null {
  try {
    // Not imported, because edge runtimes have no file system.
    const path = process.getBuiltinModule('node:path').resolve('.env')
    const content = process.getBuiltinModule('node:fs').readFileSync(path, 'utf8')
    return new RegExp(`^[ \\t]*(?:export[ \\t]+)?${variable}[ \\t]*=[ \\t]*[^\\s#]`, 'm').test(content) ? path : null
  } catch {
    return null
  }
}
