// Runs a program in a browser; what it prints first is what came of it.
import { findChromium } from '@countersign/testing/find-chromium'
import { chromium } from '@playwright/test'

/** Runs a program in Chromium and answers the first line that it prints. */
export async function runTestProgramInChromium(code: string): Promise<string> {
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
