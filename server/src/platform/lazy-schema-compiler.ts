import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

type CompilerFactory<Compiled> = (external: object, options: object) => (route: { schema: object }) => Compiled

interface Validate {
  (value: unknown): boolean
  errors?: unknown
}

type Serialize = (answer: unknown) => string

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
    // Fastify reads the errors from the function that it called.
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

export const lazySchemaCompilerFactories = {
  buildValidator: buildLazyRouteValidator,
  buildSerializer: buildLazyRouteSerializer,
} as unknown as Factory
