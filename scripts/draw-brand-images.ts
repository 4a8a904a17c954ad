// Draws the favicon, the application icons and the link preview images into web/public.
// Run it after a change of the logo or of scripts/brand/: `node scripts/draw-brand-images.ts`.
import { findChromium } from '@countersign/testing/find-chromium'
import { chromium } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import {
  createApplicationIconSvg,
  createFaviconSvg,
  createSocialCardSvg,
  socialCardSize,
} from './brand/brand-image-svgs.ts'
import { createIcoFile } from './brand/create-ico-file.ts'

const folder = join(import.meta.dirname, '../web/public')
const findInWeb = createRequire(join(import.meta.dirname, '../web/package.json'))
const fonts = [
  ['Brand Serif', '@fontsource/source-serif-4/files/source-serif-4-latin-500-normal.woff2'],
  ['Brand Sans', '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2'],
].map(([family, file]) => {
  const data = readFileSync(findInWeb.resolve(file as string)).toString('base64')
  return `@font-face{font-family:"${family}";src:url(data:font/woff2;base64,${data})}`
})

const { path: executablePath, flags: args } = await findChromium()
const browser = await chromium.launch({ executablePath, args })
const page = await browser.newPage()

async function draw(svg: string, width: number, height: number): Promise<Buffer> {
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>${fonts.join('')}body{margin:0;background:none}svg{display:block}</style>${svg}`)
  await page.evaluate('document.fonts.ready')
  return page.screenshot({ omitBackground: true })
}

/** A palette makes the files a fraction of the size; the drawings have few colors. */
const compress = (png: Buffer, colours: number): Promise<Buffer> =>
  sharp(png).png({ palette: true, colours, effort: 10, compressionLevel: 9 }).toBuffer()

const write = (name: string, content: Buffer | string): void => writeFileSync(join(folder, name), content)

const favicon = createFaviconSvg()
write('favicon.svg', favicon)
const favicons = []
for (const size of [16, 32, 48]) {
  const sized = favicon.replace('<svg ', `<svg width="${size}" height="${size}" `)
  favicons.push({ size, png: await compress(await draw(sized, size, size), 64) })
}
write('favicon.ico', createIcoFile(favicons))

const icons = [
  { name: 'apple-touch-icon.png', size: 180, share: 0.8 },
  { name: 'icon-192.png', size: 192, share: 0.9 },
  { name: 'icon-512.png', size: 512, share: 0.9 },
  // Launchers can cut a maskable icon down to a circle with a radius of 40 % of its width.
  { name: 'icon-maskable-512.png', size: 512, share: 0.64 },
]
for (const { name, size, share } of icons)
  write(name, await compress(await draw(createApplicationIconSvg(size, share), size, size), 32))

const { width, height } = socialCardSize
for (const [file, name] of [
  ['social-card.png', 'Countersign'],
  ['social-card-without-name.png', null],
] as const)
  write(file, await compress(await draw(createSocialCardSvg(name), width, height), 4))
await browser.close()
