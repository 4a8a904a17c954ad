export { ParsedMessage } from '@spruceid/siwe-parser'
