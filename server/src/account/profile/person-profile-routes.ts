import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { requireRequestSession } from '../../auth/session-guard/require-request-session.ts'
import { updateDisplayName, updateProfilePicture } from './update-profile.ts'
import { validateOwnDisplayLabel } from '../../store/people/validate-display-label.ts'
import { registerProfilePictureRoute } from './profile-picture-route.ts'
import { createPictureReencoder } from '../../store/pictures/picture-reencoder.ts'
import { describePersonForApiResponse } from '../../store/people/person-store.ts'

/** Allowance for the JSON around the picture in the request body. */
const jsonOverheadBytes = 256

export function registerPersonProfileRoutes(app: ServerAppContext): void {
  const { clock, random, rateLimiter } = app
  const { queries } = app.database
  const { pictureBytes, bodyBytes } = app.settings.limits
  const processPicture = createPictureReencoder()
  const describeProfile = (person: PeopleTable) => describePersonForApiResponse(queries, person)

  registerApiEndpoint(app, 'changePerson', async ({ body, request }) => {
    const signedIn = await requireRequestSession(app, request)
    const name = await validateOwnDisplayLabel(queries, signedIn.person.id, body.displayName)
    return describeProfile(await updateDisplayName({ queries, random }, name, signedIn, clock()))
  })

  registerApiEndpoint(
    app,
    'setPicture',
    async ({ body, request }) => {
      const signedIn = await requireRequestSession(app, request)
      await rateLimiter.consumeKeyedBudget('picturesOfPerson', signedIn.person.id)
      const sent = Buffer.from(body.content, 'base64')
      if (sent.length > pictureBytes) throw new ApiError('request.too_large')
      return describeProfile(
        await updateProfilePicture({ queries, random }, await processPicture(sent), signedIn, clock()),
      )
    },
    { maxBodyBytes: Math.max(bodyBytes, Math.ceil(pictureBytes / 3) * 4 + jsonOverheadBytes) },
  )

  registerApiEndpoint(app, 'removePicture', async ({ request }) => {
    const signedIn = await requireRequestSession(app, request)
    return describeProfile(await updateProfilePicture({ queries, random }, null, signedIn, clock()))
  })

  registerProfilePictureRoute(app)
}
