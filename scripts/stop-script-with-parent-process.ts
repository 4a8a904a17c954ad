// Shells such as dash exit without forwarding SIGTERM, which npm passes to the shell of a script.
// Has no effect on Windows, where the parent ID never changes.

const intervalMs = 500

/** Returns a function that stops watching. */
export function stopScriptWithParentProcess(stop: () => void): () => void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, intervalMs)
  return () => clearInterval(timer)
}
