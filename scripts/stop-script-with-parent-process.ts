// npm passes SIGTERM on to the shell that it runs a script in, and a shell such as dash ends without passing it on. A script that starts servers
// therefore watches whether its parent process is still there. On Windows the number of the parent never changes, and nothing happens.

/** How often it is checked; milliseconds. */
const intervalMs = 500

/**
 * @param stop is called once, when the parent process of this one has ended
 * @returns a function that stops watching
 */
export function stopScriptWithParentProcess(stop: () => void): () => void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, intervalMs)
  return () => clearInterval(timer)
}
