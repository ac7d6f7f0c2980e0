import type { Database, Identity, Runner, Statement } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { isHeavy, type ReadNode } from './plan.ts'

/** What must never wait behind anything else: names of tables, views and functions of the exposed schemas. */
export interface Urgent {
  relations?: readonly string[]
  functions?: readonly string[]
}

/** What is urgent is small as well; anything else that is asked of the same table runs with everybody's. */
const URGENT_BODY = 16_384
const URGENT_CONDITIONS = 10

/**
 * Most that a plan may cost, in PostgreSQL's own unit (a page read in order is 1): about a second on a small machine. The
 * app's own requests stay below a hundredth of it.
 */
const MAX_COST = 250_000

/** What decides where a request runs. */
export interface Shape {
  /** What is asked, where there is more than a call. */
  root?: ReadNode
  relation?: string
  routine?: string
  body?: string
}

/** Chooses the lane in which each request runs; see `LaneName`. */
export class LaneChooser {
  private readonly relations: ReadonlySet<string>
  private readonly functions: ReadonlySet<string>

  constructor(
    private readonly db: Database,
    urgent: Urgent = {},
    private readonly maxCost = MAX_COST,
  ) {
    this.relations = new Set(urgent.relations)
    this.functions = new Set(urgent.functions)
  }

  /** For what is neither heavy nor urgent. */
  get usual(): Runner {
    return this.db
  }

  /**
   * @param statement the one that does the work
   * @throws ApiError 422 `LS422` where its plan costs too much; whatever planning it throws
   */
  async choose(identity: Identity, shape: Shape, statement: Statement): Promise<Runner> {
    // A caller with the service key keeps the server running; nobody else does, and nothing of it is too long.
    if (identity.role === 'service_role')
      return this.functions.has(shape.routine ?? '') ? this.db.lane('urgent') : this.db
    if (shape.root && isHeavy(shape.root)) return this.affordable(identity, statement)
    return this.isUrgent(shape) ? this.db.lane('urgent') : this.db
  }

  private async affordable(identity: Identity, { text, values }: Statement): Promise<Runner> {
    const heavy = this.db.lane('heavy')
    const plan = await heavy.planOf(identity, text, values.length)
    const cost = Number(JSON.parse(plan)[0].Plan['Total Cost'])
    if (cost <= this.maxCost) return heavy
    throw new ApiError(422, 'LS422', 'The request is too expensive', {
      hint: 'Ask for fewer embedded resources, or filter by columns that have an index.',
    })
  }

  private isUrgent({ root, relation, routine, body = '' }: Shape): boolean {
    const isNamed = routine === undefined ? this.relations.has(relation ?? '') : this.functions.has(routine)
    if (!isNamed || body.length > URGENT_BODY) return false
    return !root || (root.embeds.length === 0 && root.where.length <= URGENT_CONDITIONS)
  }
}
