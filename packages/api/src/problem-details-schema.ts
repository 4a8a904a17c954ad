// Error responses: problem details (RFC 9457) with a stable code from the error catalog.
import Type from 'typebox'
import type { Static } from 'typebox'

export const problemDetailsSchema = Type.Object(
  {
    type: Type.String({ description: 'The documentation page for this error code.' }),
    code: Type.String({ description: 'The stable error code, as listed in the error catalog.' }),
    title: Type.String({ description: 'A short explanation of the error.' }),
    status: Type.Integer(),
    detail: Type.String({ description: 'What the client or the person can do about the error.' }),
    instance: Type.String({ description: 'The ID of this request, as recorded in the log.' }),
    retry: Type.Boolean({ description: 'Whether the same request can succeed later.' }),
    retryAfterSeconds: Type.Optional(
      Type.Integer({
        description: 'The number of seconds to wait before trying again.',
      }),
    ),
    until: Type.Optional(Type.String({ description: 'The latest time until which the error applies (RFC 3339).' })),
    reason: Type.Optional(Type.String({ description: 'The reason given by the person who made the decision.' })),
    field: Type.Optional(
      Type.String({ description: 'The field with the error: a message field, or a JSON pointer into the request.' }),
    ),
    line: Type.Optional(Type.Integer({ description: 'The line of the message with the error, counted from 1.' })),
    offset: Type.Optional(Type.Integer({ description: 'The position of the error in the message, counted from 0.' })),
    chains: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false }), {
        description: 'The chains on which the contract wallet is deployed, of those that this server reads.',
      }),
    ),
    errors: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }, { additionalProperties: false }), {
        description: 'All errors in a definition, each with its path.',
      }),
    ),
  },
  { additionalProperties: false },
)

export type ProblemDetails = Static<typeof problemDetailsSchema>
