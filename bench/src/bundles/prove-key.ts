export { proveKey } from '@countersign/proof'
