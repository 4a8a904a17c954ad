// Loaded before a measured server (node --import): lets the process that started it ask what it has used, and have its memory cleaned up
// before a measured span. No part of any server, and in JavaScript, so that nothing has to read TypeScript in its process.
// It ends when it has nothing more to do, though somebody could still ask.
process.on('message', (wish) => {
  if (wish === 'collect') globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() })
})
process.channel?.unref()
