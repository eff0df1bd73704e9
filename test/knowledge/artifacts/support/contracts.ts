/** Two documents that define a term each in its own way, one of them with a table. */
export const MSA = `# Master services

"Client" means the company that signs the order form. Payments are due in 30 days.

## Prices

| Edition | Price | Since |
| --- | ---: | --- |
| Team | $1,200 | 2024-01-01 |
| Business | $4,800 | 2025-03-15 |
`;
export const NDA = `# Non-disclosure

"Client" means whoever receives the information. "Secret" means what is marked as one.
`;
