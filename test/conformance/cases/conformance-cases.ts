import type { ConformanceCase } from './conformance-case.ts';
import { CONTROL_CASES } from './control-cases.ts';
import { RESOURCE_CASES } from './resource-cases.ts';
import { SHAPE_CASES } from './shape-cases.ts';
import { TEXT_CASES } from './text-cases.ts';
import { TYPE_CASES } from './type-cases.ts';
import { VALUE_CASES } from './value-cases.ts';

/** Every case, whoever decides it. */
export const CONFORMANCE_CASES: readonly ConformanceCase[] = [
  ...TEXT_CASES,
  ...TYPE_CASES,
  ...VALUE_CASES,
  ...CONTROL_CASES,
  ...SHAPE_CASES,
  ...RESOURCE_CASES,
];
