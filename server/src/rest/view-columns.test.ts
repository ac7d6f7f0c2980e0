import { expect, it } from 'vitest'
import { viewColumnOrigins } from './build-schema.ts'

// Shaped as PostgreSQL writes a rule: nested queries have target lists of their own, names may hold brackets.
const RULE =
  '({QUERY :commandType 1 :rtable ({RTE :subquery {QUERY :targetList ({TARGETENTRY :resno 1 :resorigtbl 9 :resorigcol 9})}}) ' +
  ':targetList ({TARGETENTRY :expr {VAR :varno 1 :varattno 1} :resno 1 :resname id :ressortgroupref 0 :resorigtbl 100 :resorigcol 1 :resjunk false} ' +
  '{TARGETENTRY :expr {SUBLINK :subselect {QUERY :targetList ({TARGETENTRY :resno 1 :resorigtbl 7 :resorigcol 7})}} :resno 2 :resname raro\\)\\}\\( :resorigtbl 0 :resorigcol 0 :resjunk false} ' +
  '{TARGETENTRY :expr {VAR :varno 2} :resno 3 :resname email :ressortgroupref 0 :resorigtbl 200 :resorigcol 4 :resjunk false}) :override 0})'

it('finds the origin of plain columns of the outermost query alone', () => {
  expect(viewColumnOrigins(RULE)).toEqual([
    { column: 1, relation: 100, relationColumn: 1 },
    { column: 3, relation: 200, relationColumn: 4 },
  ])
})

it('finds nothing in what is no rule', () => {
  expect(viewColumnOrigins('<>')).toEqual([])
})
