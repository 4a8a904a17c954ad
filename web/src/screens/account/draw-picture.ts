// Makes a chosen picture small before it is sent: its middle as a square, drawn anew. The server does the same once more,
// because it trusts no browser; here it saves sending a photograph of many megabytes.

const largestSide = 512

/** @returns the picture in base64; null where the browser cannot read it */
export async function drawPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  const side = Math.min(picture.width, picture.height)
  const size = Math.min(side, largestSide)
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, size, size)
  picture.close()
  const small = await encode(canvas, 'image/webp')
  // A browser that cannot write WebP answers PNG, which for a photograph is large.
  if (small?.type === 'image/webp') return toBase64(small)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, size, size)
  const opaque = await encode(canvas, 'image/jpeg')
  return opaque && toBase64(opaque)
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.9))
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
