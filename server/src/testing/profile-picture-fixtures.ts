// A person editing their profile, and test images of many kinds.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import sharp from 'sharp'
import { createTestServer } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'

const drawRectangle = (width: number, height: number, background = '#c03') =>
  sharp({ create: { width, height, channels: 3, background } })
export const testPictures = {} as Record<
  'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'animated' | 'bomb' | 'noise' | 'turned',
  Buffer
>

// The server disables other image formats in its process, so these are created first.
export async function encodeTestPictures(): Promise<void> {
  const plain = drawRectangle(300, 200)
  testPictures.jpeg = await plain.clone().jpeg().toBuffer()
  testPictures.png = await plain.clone().png().toBuffer()
  testPictures.webp = await plain.clone().webp().toBuffer()
  testPictures.gif = await plain.clone().gif().toBuffer()
  testPictures.tiff = await plain.clone().tiff().toBuffer()
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((colour) => drawRectangle(64, 64, colour).png().toBuffer()),
  )
  testPictures.animated = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer()
  // 36 million pixels in a few kilobytes.
  testPictures.bomb = await drawRectangle(6000, 6000).png({ compressionLevel: 9, palette: true }).toBuffer()
  testPictures.noise = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()
  // The left half is white; the orientation puts it on top.
  const half = await drawRectangle(200, 200, '#fff').png().toBuffer()
  testPictures.turned = await drawRectangle(400, 200, '#000')
    .composite([{ input: half, left: 0, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { Orientation: '6', Artist: 'secret artist' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}
export const parseSetPictureResponse = (response: { json: () => unknown }): ApiEndpointOutput<'setPicture'> =>
  response.json() as ApiEndpointOutput<'setPicture'>

export async function createTestServerWithProfileBrowser(
  options: Parameters<typeof createTestServer>[0] = {},
): Promise<{ app: TestServer; browser: TestBrowser }> {
  const app = await createTestServer({
    environment: { COUNTERSIGN_PICTURES_PER_PERSON_PER_MINUTE: '1000' },
    ...options,
  })
  const browser = app.openBrowser()
  await browser.signIn()
  return { app, browser }
}
