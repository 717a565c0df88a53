-- Labels and ruler pages for thermal printers with 203 dots per inch (decision 050).

-- A link opens one drawing. Null: the usual one, for 300 dots per inch.
alter table document_link add column drawn_for_dpi int check (drawn_for_dpi = 203);
