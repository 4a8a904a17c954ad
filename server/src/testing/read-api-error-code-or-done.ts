// Reads the error code of API responses.

export const readApiErrorCodeOrDone = (response: { statusCode: number; body: string }): string =>
  response.statusCode < 300 ? 'done' : (JSON.parse(response.body) as { code: string }).code
