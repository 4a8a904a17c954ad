// Preloaded with `node --import`. Plain JavaScript, so the process loads no TypeScript support.
process.on('message', (wish) => {
  if (wish === 'collect') globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() })
})
process.channel?.unref()
