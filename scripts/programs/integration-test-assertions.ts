import type { Page } from '@playwright/test'
import type { TestPerson } from './integration-test-types.ts'

export function assertThat(isSo: boolean, seen: string): asserts isSo {
  if (!isSo) throw new Error(seen)
}

async function hasSession({ page }: TestPerson, origin: string): Promise<boolean> {
  const answer = await page.request.get(`${origin}/api/session`)
  const { session } = (await answer.json()) as { session: object | null }
  return session !== null
}

export async function assertSignedOut(person: TestPerson, origin: string): Promise<void> {
  assertThat(!(await hasSession(person, origin)), 'the session at Countersign has not ended')
}

/** For programs whose sign-out does not end the session at Countersign. */
export async function assertSignedIn(person: TestPerson, origin: string): Promise<void> {
  assertThat(await hasSession(person, origin), 'the session at Countersign has ended')
}

export async function expectPageText(page: Page, text: string | RegExp): Promise<void> {
  await page
    .getByText(text)
    .first()
    .waitFor()
    .catch(async () => {
      throw new Error(`${page.url()} does not show "${String(text)}": ${(await page.innerText('body')).slice(0, 400)}`)
    })
}
