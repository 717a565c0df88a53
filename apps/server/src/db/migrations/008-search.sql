-- The words by which shipments are found.

-- A day as the contract writes it reads the same everywhere, which the cast in general does not promise.
create function calendar_day(written text) returns date language sql immutable strict parallel safe
  return written::date;

-- The words of a text without accents and punctuation, in lower case. Stored text and searched text both use it.
create function words_of(written text) returns text[] language sql immutable strict parallel safe
  return array_remove(
    regexp_split_to_array(lower(regexp_replace(normalize(written, nfd), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+'), '');

-- Every searched word must begin a word of the shipment. A search without words finds nothing.
create function words_wanted(written text) returns tsquery language sql immutable strict parallel safe
  return (select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(words_of(written)) word);

-- A purchase: addressee, town, postcode (also without its space), item numbers, references.
create function shipment_words(draft jsonb, "references" text[], carrier_no text, further_nos text[]) returns tsvector
language sql immutable parallel safe
  return array_to_tsvector(words_of(concat_ws(' ',
    draft #>> '{to,name}', draft #>> '{to,company_name}', draft #>> '{to,city}', draft #>> '{to,postal_code}',
    replace(draft #>> '{to,postal_code}', ' ', ''), carrier_no, further_nos::text, "references"::text)));

-- A manual shipment: the same.
create function manual_words(draft jsonb) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(words_of(concat_ws(' ',
    draft #>> '{to,name}', draft #>> '{to,company_name}', draft #>> '{to,city}', draft #>> '{to,postal_code}',
    replace(draft #>> '{to,postal_code}', ' ', ''), draft ->> 'number', draft ->> 'references')));

-- Recognises one addressee in the address book and on shipments, however it is punctuated: the postcode, the first line, and
-- the company or, without one, the person.
create function addressee_key(country text, postal_code text, address1 text, company_name text, name text) returns text
language sql immutable parallel safe
  return md5(concat_ws('|', country, array_to_string(words_of(postal_code), ''), array_to_string(words_of(address1), ''),
    array_to_string(words_of(coalesce(nullif(company_name, ''), name)), '')));

grant execute on function calendar_day, addressee_key, words_of, words_wanted, shipment_words, manual_words to postroom_app;
