// What the server itself says of a browser, to be compared with what its pages show.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { BrowserContext } from '@playwright/test'

/** Who is signed in in a browser context; null for nobody. */
export async function readPersonIdFromSession(context: BrowserContext, origin: string): Promise<string | null> {
  const response = await context.request.get(`${origin}/api/session`)
  const { person } = (await response.json()) as ApiEndpointOutput<'readSession'>
  return person?.id ?? null
}
