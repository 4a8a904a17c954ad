import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { BrowserContext } from '@playwright/test'

/** @returns null if no one is signed in */
export async function readPersonIdFromSession(context: BrowserContext, origin: string): Promise<string | null> {
  const response = await context.request.get(`${origin}/api/session`)
  const { person } = (await response.json()) as ApiEndpointOutput<'readSession'>
  return person?.id ?? null
}
