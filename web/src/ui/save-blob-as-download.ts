// Hands a file that this page holds to the browser, which saves it where it saves downloads.

export function saveBlobAsDownload(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after this task; a minute is more than it needs, and then the memory is free again.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
