// Bundles a program for browsers and runs it in one: what it prints first is what came of it.
import { findChromium } from '@countersign/testing/chromium'
import { chromium } from '@playwright/test'
import { rolldown } from 'rolldown'

/**
 * Bundles a file for browsers, as an application would.
 * @returns the code, and the parts of Node that are asked for in it
 */
export async function bundleForBrowsers(input: string): Promise<{ code: string; builtins: string[] }> {
  const builtins: string[] = []
  const bundle = await rolldown({
    input,
    platform: 'browser',
    external: (name) => name.startsWith('node:') && builtins.push(name) > 0,
    onLog: (_level, { message }) => {
      throw new Error(message)
    },
  })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return { code: output[0].code, builtins }
}

/** Runs a program in Chromium and answers the first line that it prints. */
export async function runInChromium(code: string): Promise<string> {
  const { path, flags } = await findChromium()
  const browser = await chromium.launch({ executablePath: path, args: flags })
  try {
    const page = await browser.newPage()
    const printed = new Promise<string>((resolve, reject) => {
      page.on('console', (message) => resolve(message.text()))
      page.on('pageerror', reject)
    })
    // Not awaited by itself: where the program fails, that is told before the page is ready.
    const [line] = await Promise.all([printed, page.addScriptTag({ type: 'module', content: code })])
    return line
  } finally {
    await browser.close()
  }
}
