// Compiles the schemas of the calls (JSON Schema to functions, as fastify does by default), but each when it is first used, and
// once a process: whoever starts a server does not wait for the schemas of calls that nobody makes, and a second server in the
// same process, as tests have them, compiles nothing again.
import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/** What fastify asks of a factory of compilers, of which its own types say less. */
type CompilerFactory<Compiled> = (external: object, options: object) => (route: { schema: object }) => Compiled

interface Validate {
  (value: unknown): boolean
  errors?: unknown
}

type Serialize = (answer: unknown) => string

/** What was compiled, by how it was to be compiled and by the schema's text: equal schemas are the same function. */
const compiledSchemas = new Map<string, unknown>()

function memoizeCompiled<Compiled>(
  kind: string,
  options: unknown,
  schema: unknown,
  compile: () => Compiled,
): () => Compiled {
  const key = `${kind} ${JSON.stringify(options)} ${JSON.stringify(schema)}`
  return () => {
    if (!compiledSchemas.has(key)) compiledSchemas.set(key, compile())
    return compiledSchemas.get(key) as Compiled
  }
}

const buildValidators = AjvCompiler() as unknown as CompilerFactory<Validate>
const buildSerializers = SerializerSelector() as unknown as CompilerFactory<Serialize>

export const buildLazyRouteValidator: CompilerFactory<Validate> = (external, options) => {
  const compile = buildValidators(external, options)
  return (route) => {
    const find = memoizeCompiled('validator', [external, options], route.schema, () => compile(route))
    // Ajv leaves what it found wrong on the function that it was asked by, and fastify reads it there.
    const validate: Validate = (value) => {
      const check = find()
      const valid = check(value)
      validate.errors = check.errors
      return valid
    }
    return validate
  }
}

export const buildLazyRouteSerializer: CompilerFactory<Serialize> = (external, options) => {
  const compile = buildSerializers(external, options)
  return (route) => {
    const find = memoizeCompiled('serializer', [external, options], route.schema, () => compile(route))
    return (answer) => find()(answer)
  }
}

/** For fastify's `schemaController`. */
export const lazySchemaCompilerFactories = {
  buildValidator: buildLazyRouteValidator,
  buildSerializer: buildLazyRouteSerializer,
} as unknown as Factory
