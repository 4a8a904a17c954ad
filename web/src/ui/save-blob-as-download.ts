export function saveBlobAsDownload(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the URL after this task; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
