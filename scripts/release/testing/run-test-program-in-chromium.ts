// Runs a program in Chromium; its first output is the result.
import { findChromium } from '@countersign/testing/find-chromium'
import { chromium } from '@playwright/test'

/** @param origin of the page, for programs that need storage; by default, the page has none */
export async function runTestProgramInChromium(code: string, origin?: string): Promise<string> {
  const { path, flags } = await findChromium()
  const browser = await chromium.launch({ executablePath: path, args: flags })
  try {
    const page = await browser.newPage()
    if (origin !== undefined) {
      await page.route(`${origin}/`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Test</title>' }),
      )
      await page.goto(origin)
    }
    const printed = new Promise<string>((resolve, reject) => {
      page.on('console', (message) => resolve(message.text()))
      page.on('pageerror', reject)
    })
    // Waits for both, because a failing program reports its error before addScriptTag resolves.
    const [line] = await Promise.all([printed, page.addScriptTag({ type: 'module', content: code })])
    return line
  } finally {
    await browser.close()
  }
}
