export { proveSolana } from '@countersign/proof'
