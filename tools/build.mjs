import { build } from './lib/build.mjs'
import { assertNode, installPackages } from './lib/install.mjs'

assertNode()
await installPackages()
await build()
