// Responses of the console's routes, for tests.

/** The error code of a response, or `done`. */
export const readApiErrorCodeOrDone = (response: { statusCode: number; body: string }): string =>
  response.statusCode < 300 ? 'done' : (JSON.parse(response.body) as { code: string }).code
