/** What one run must reach. Each is a ratio of two figures of that run, but for the memory of readers that never read. */
export interface Figures {
  /** GraphQL subscriptions of the gateway by bare Yoga's. */
  readonly graphqlEventsPerSecond: number;
  /** Growth of the resident set a subscriber. What they hold alive stands beside it in the report. */
  readonly graphqlMemory: number;
  /** The JSON binding by bare Yoga's subscriptions. */
  readonly jsonEventsPerSecond: number;
  readonly statementsPerEvent: number;
  /** Growth of the resident set beyond what it grows by without any reader. */
  readonly neverReadingBytes: number;
}

interface Goal {
  readonly figure: keyof Figures;
  readonly atLeast?: number;
  readonly atMost?: number;
}

const MEGABYTE = 1_048_576;

const GOALS: readonly Goal[] = [
  { figure: 'graphqlEventsPerSecond', atLeast: 0.8 },
  { figure: 'graphqlMemory', atMost: 1.25 },
  { figure: 'jsonEventsPerSecond', atLeast: 3 },
  { figure: 'statementsPerEvent', atMost: 0.05 },
  { figure: 'neverReadingBytes', atMost: 64 * MEGABYTE },
];

/** The goals with what was reached. */
export function judge(figures: Figures): readonly (Goal & { readonly value: number; readonly met: boolean })[] {
  return GOALS.map((goal) => {
    const { figure, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = goal;
    const value = figures[figure];
    return { ...goal, value, met: value >= atLeast && value <= atMost };
  });
}
