// HTTP for what a person is called and looks like.
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import type { PeopleTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requireSession } from '../../auth/session-guard/require-session.ts'
import { changeName, changePicture } from './change.ts'
import { checkOwnLabel } from '../../store/people/label.ts'
import { registerPictures } from './picture-route.ts'
import { createPictureWriter } from '../../store/pictures/picture.ts'
import { readPersonShown } from '../../store/people/store.ts'

/** What surrounds the picture in the body. */
const jsonBytes = 256

export function registerPeople(app: App): void {
  const { clock, random, rateLimits } = app
  const { queries } = app.database
  const { pictureBytes, bodyBytes } = app.settings.limits
  const writePicture = createPictureWriter()
  const shown = (person: PeopleTable) => readPersonShown(queries, person)

  registerCall(app, 'changePerson', async ({ body, request }) => {
    const signedIn = await requireSession(app, request)
    const name = await checkOwnLabel(queries, signedIn.person.id, body.displayName)
    return shown(await changeName({ queries, random }, name, signedIn, clock()))
  })

  registerCall(
    app,
    'setPicture',
    async ({ body, request }) => {
      const signedIn = await requireSession(app, request)
      await rateLimits.own('picturesOfPerson', signedIn.person.id)
      const sent = Buffer.from(body.content, 'base64')
      if (sent.length > pictureBytes) throw new Refusal('request.too_large')
      return shown(await changePicture({ queries, random }, await writePicture(sent), signedIn, clock()))
    },
    { bodyBytes: Math.max(bodyBytes, Math.ceil(pictureBytes / 3) * 4 + jsonBytes) },
  )

  registerCall(app, 'removePicture', async ({ request }) => {
    const signedIn = await requireSession(app, request)
    return shown(await changePicture({ queries, random }, null, signedIn, clock()))
  })

  registerPictures(app)
}
