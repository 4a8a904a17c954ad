// `npm run pack:kit`: packs the libraries to where the recipes expect them, without the tests of a
// release.
import { join } from 'node:path'
import { repositoryRoot } from './list-source-files.ts'
import { releaseFolderOfRecipes } from './recipe-files.ts'
import { packLibraryNpmPackages } from './release/pack-library-npm-packages.ts'

for (const tarball of await packLibraryNpmPackages(join(repositoryRoot, releaseFolderOfRecipes()))) console.log(tarball)
