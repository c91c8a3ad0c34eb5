#!/usr/bin/env perl
# Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular.
use v5.30;
use warnings;
use Data::MessagePack;
use List::Util qw(any max reduce);

my %JOKERS = (SJ => 98, BJ => 99);

# Frames go to the real standard output; whatever prints by mistake goes to the log.
open my $out, '>&', \*STDOUT or die "no standard output: $!";
binmode $_ for *STDIN, $out;
$out->autoflush;
select STDERR;

my $codec = Data::MessagePack->new->utf8;

while (my $messages = read_frame()) {
    for my $message (@$messages) {
        my $type = $message->{type};
        if ($type eq 'hello') {
            write_frame({ type => 'ready', protocol => 1, name => 'thrifty-perl', version => '1.0', tables => 64 });
        }
        elsif ($type eq 'act') {
            my ($table, $turn) = @$message{qw(table turn)};
            write_frame({ type => 'move', table => $table, turn => $turn, action => choose($message) });
        }
        exit if $type eq 'bye';
    }
}

# The messages of the next frame; nothing at the end of the input.
sub read_frame {
    read(STDIN, my $length, 4) // die "can't read: $!";
    return if length $length < 4;
    my $size = unpack 'N', $length;
    read(STDIN, my $payload, $size) == $size or die 'the input ended in the middle of a frame';
    return $codec->unpack($payload);
}

sub write_frame {
    my $payload = $codec->pack([@_]);
    print {$out} pack('N', length $payload), $payload or exit;    # the referee is gone
}

sub choose {
    my ($act) = @_;
    my ($legal, $view) = @$act{qw(legal view)};
    return play($legal, $view->{trick}, $view->{trump} // '') if $view->{phase} eq 'play';
    my %held;
    $held{ substr $_, 1 }++ for @{ $view->{hand} };
    return highest(sub { $held{ $_[0] } // 0 }, @$legal);
}

sub play {
    my ($legal, $trick, $trump) = @_;
    my $strong = sub { strength($_[0], $trump) };
    return highest($strong, @$legal) unless @$trick;
    my ($led, @others) = map { $_->[1] } @$trick;
    # A card of any other suit can't win.
    my $counts = sub { my $suit = suit_of($_[0], $trump); $suit eq $trump || $suit eq suit_of($led, $trump) };
    my $best = max map { $strong->($_) } grep { $counts->($_) } $led, @others;
    my @winners = grep { $counts->($_) && $strong->($_) > $best } @$legal;
    return highest(sub { -$strong->($_[0]) }, @winners ? @winners : @$legal);
}

sub suit_of {
    my ($card, $trump) = @_;
    return $JOKERS{$card} ? $trump : substr $card, 1;
}

# How much a card can do: any trump is above all other cards, jokers above other trumps.
sub strength {
    my ($card, $trump) = @_;
    return $JOKERS{$card} // index('23456789TJQKA', substr $card, 0, 1) + (suit_of($card, $trump) eq $trump ? 20 : 0);
}

# The token with the highest value, the first of equals.
sub highest {
    my ($value, @tokens) = @_;
    return reduce { $value->($b) > $value->($a) ? $b : $a } @tokens;
}
