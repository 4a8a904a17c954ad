// A refusal as it travels: a problem document (RFC 9457, problem details) with a stable code from the catalogue.
import Type from 'typebox'
import type { Static } from 'typebox'

export const problemDetailsSchema = Type.Object(
  {
    type: Type.String({ description: 'The page of this code.' }),
    code: Type.String({ description: 'The stable code from the catalogue.' }),
    title: Type.String({ description: 'What is wrong.' }),
    status: Type.Integer(),
    detail: Type.String({ description: 'What to do now.' }),
    instance: Type.String({ description: 'The id of this request, to be found in the log.' }),
    retry: Type.Boolean({ description: 'Whether the same request can succeed later.' }),
    retryAfterSeconds: Type.Optional(Type.Integer({ description: 'How long to wait.' })),
    until: Type.Optional(Type.String({ description: 'Until when at most it stays so (RFC 3339).' })),
    reason: Type.Optional(Type.String({ description: 'Why, in the words of whoever decided it.' })),
    field: Type.Optional(
      Type.String({ description: 'The field at fault: of the message, or of the request as a JSON pointer.' }),
    ),
    line: Type.Optional(Type.Integer({ description: 'The line of the message at fault, counted from 1.' })),
    offset: Type.Optional(Type.Integer({ description: 'Where in the message the fault is, counted from 0.' })),
    errors: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }, { additionalProperties: false }), {
        description: 'Every error of a definition, by its path in it.',
      }),
    ),
  },
  { additionalProperties: false },
)

export type ProblemDetails = Static<typeof problemDetailsSchema>
