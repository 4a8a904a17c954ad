// Runs a program in Chromium; its first output is the result.
import { findChromium } from '@countersign/testing/find-chromium'
import { chromium } from '@playwright/test'

export async function runTestProgramInChromium(code: string): Promise<string> {
  const { path, flags } = await findChromium()
  const browser = await chromium.launch({ executablePath: path, args: flags })
  try {
    const page = await browser.newPage()
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
